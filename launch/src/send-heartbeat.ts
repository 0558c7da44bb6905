// Loaded before a process's own program by `heartbeatArguments`; the program does not know about it.
const everyMs = 1_000;

let isSending = false;
function beat(): void {
  // Sends nothing more to a launcher that has stopped reading, so messages do not pile up.
  if (isSending || !process.connected) return;
  isSending = true;
  process.send?.('alive', () => {
    isSending = false;
  });
}

beat();
const beating = setInterval(beat, everyMs);

// Neither must keep the program running once it is done.
beating.unref();
process.channel?.unref();
