/** The style of all sandbox pages. */
export const STYLESHEET = `
:root{color-scheme:dark;--ground:#0d1117;--card:#161c25;--line:#2a3340;--ink:#e8edf4;--dim:#93a1b3;--sand:#f2b84b;--go:#3fb876;--stop:#f0706a}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
header{border-bottom:3px solid var(--sand);background:repeating-linear-gradient(135deg,#1b1710 0 14px,#17140e 14px 28px);padding:.7rem 1rem}
header div,main{max-width:64rem;margin:0 auto}
header b{color:var(--sand);letter-spacing:.08em;text-transform:uppercase;margin-right:.4rem}
header small{color:var(--dim)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.35rem}
a{color:#8ab8ff}
nav a{color:var(--ink);text-decoration:none;padding:.2rem 0;border-bottom:2px solid transparent}
nav a[aria-current]{border-color:var(--sand);color:var(--sand)}
main{padding:1rem}
h1{font-size:1.35rem;margin:.2rem 0 .6rem}
h2{font-size:1rem;margin:1.4rem 0 .5rem;color:var(--dim);font-weight:600}
p{margin:.4rem 0}
.dim{color:var(--dim)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.75rem .9rem;margin:.6rem 0;overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center}
.row .grow{flex:1 1 12rem;min-width:0}
.tag{display:inline-block;border:1px solid var(--line);border-radius:1rem;padding:0 .55rem;font-size:.8rem;color:var(--dim)}
.tag.live,.tag.paid,.tag.refunded{border-color:var(--go);color:var(--go)}
.tag.suspended,.tag.failed,.tag.expired,.tag.canceled{border-color:var(--stop);color:var(--stop)}
.tag.open,.tag.pending,.tag.queued,.tag.processing{border-color:var(--sand);color:var(--sand)}
.score{font-size:1.15rem;font-weight:700;font-variant-numeric:tabular-nums}
.prices{font-variant-numeric:tabular-nums;color:var(--dim)}
button,.button{font:inherit;min-height:2.4rem;padding:.3rem .8rem;border-radius:.45rem;border:1px solid var(--line);background:#222b37;color:var(--ink);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
button:hover,.button:hover{border-color:var(--sand)}
button.go{background:#1d5b3b;border-color:#2b8154}
button.stop{background:#5b2624;border-color:#8a3a36}
input,select{font:inherit;min-height:2.4rem;padding:.3rem .5rem;border-radius:.45rem;border:1px solid var(--line);background:#0f141b;color:var(--ink);max-width:100%}
input[type=number]{width:5.2rem}
label{display:inline-flex;flex-direction:column;font-size:.8rem;color:var(--dim);gap:.15rem}
summary{cursor:pointer;color:var(--dim);padding:.3rem 0}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.4rem 0}
:focus-visible{outline:2px solid var(--sand);outline-offset:2px}
#notice{position:fixed;left:50%;bottom:1rem;transform:translateX(-50%);background:#5b2624;padding:.5rem 1rem;border-radius:.5rem;max-width:92vw}
#notice:empty{display:none}
iframe{width:100%;height:26rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
pre{white-space:pre-wrap;margin:0;font:13px/1.5 ui-monospace,monospace}
.amount{font-size:2rem;font-weight:700}
.stack{display:grid;gap:.5rem}
.stack button{width:100%;justify-content:center}
table{border-collapse:collapse;width:100%}td{padding:.15rem .4rem .15rem 0;vertical-align:top}
`;
