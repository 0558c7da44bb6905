import { html, type Markup } from './markup.ts';
import { STYLESHEET } from './stylesheet.ts';

const PAGES = [
  ['/', 'Overview'],
  ['/desk', 'Match console'],
  ['/payments', 'Payment console'],
  ['/inbox', 'Inbox'],
  ['/authenticator', 'Authenticator'],
] as const;

/** Builds a page. `live` names the JSON call whose `html` replaces the part with id `live` every two seconds. */
export function page(content: {
  readonly path: string;
  readonly title: string;
  readonly body: Markup;
  readonly live?: string;
}): string {
  const links = PAGES.map(([path, name]) =>
    path === content.path
      ? html`<a href="${path}" aria-current="page">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${content.title} · Sandbox</title><link rel="icon" href="data:,"><style>${{ markup: STYLESHEET }}</style></head>
<body><header><div><b>Sandbox</b><small>Not the real world: a stand-in on this machine. No money, no mail leaves it.</small>
<nav>${links}</nav></div></header><main><h1>${content.title}</h1>${content.body}</main><div id="notice" role="alert"></div>
<script>${{ markup: `const LIVE=${JSON.stringify(content.live ?? null).replaceAll('<', '\\u003c')};${SCRIPT}` }}</script></body></html>`
    .markup;
}

// Refreshes the live part, keeps opened details open, and pauses while someone types there.
// A form with data-call sends its fields (and data-body) as JSON; a field named a.b becomes { a: { b } }.
const SCRIPT = `
const live=document.getElementById('live'),notice=document.getElementById('notice');
async function refresh(){
  if(!LIVE||!live||document.hidden)return;
  const at=document.activeElement;
  if(at&&live.contains(at)&&/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName))return;
  try{
    const answer=await fetch(LIVE);if(!answer.ok)return;
    const open=new Set([...live.querySelectorAll('details[open]')].map((each)=>each.id));
    const focused=at&&live.contains(at)?at.dataset.key:null;
    live.innerHTML=(await answer.json()).html;
    for(const each of live.querySelectorAll('details'))if(open.has(each.id))each.open=true;
    if(focused)live.querySelector('[data-key="'+CSS.escape(focused)+'"]')?.focus();
  }catch{}
}
if(LIVE)setInterval(refresh,2000);
document.addEventListener('submit',async(event)=>{
  const form=event.target;if(!form.dataset.call)return;
  event.preventDefault();
  const body=JSON.parse(form.dataset.body||'{}');
  for(const[name,value]of new FormData(form)){
    if(value==='')continue;
    const[outer,inner]=name.split('.');
    const kept=form.elements[name]?.type==='datetime-local'?new Date(value).toISOString():value;
    if(inner)body[outer]={...body[outer],[inner]:kept};else body[outer]=kept;
  }
  try{
    const answer=await fetch(form.dataset.call,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});
    notice.textContent=answer.ok?'':((await answer.json().catch(()=>({}))).message||'That did not work.');
    if(!answer.ok)setTimeout(()=>{notice.textContent=''},5000);
    if(document.activeElement&&document.activeElement.tagName!=='BUTTON')document.activeElement.blur();
    if(answer.ok&&form.dataset.reload)location.reload();
  }catch{notice.textContent='The sandbox does not answer.'}
  refresh();
});`;
