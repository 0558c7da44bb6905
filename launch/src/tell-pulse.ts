// Loaded before the program of a part (hear-pulse.ts says how), which knows nothing of it.
const everyMs = 1_000;

let isOnItsWay = false;
function beat(): void {
  // To a launcher that stands still nothing more is written until it has read what there is.
  if (isOnItsWay || !process.connected) return;
  isOnItsWay = true;
  process.send?.('alive', () => {
    isOnItsWay = false;
  });
}

beat();
const beating = setInterval(beat, everyMs);

// Neither is a reason for the program to stay when it has come to its end.
beating.unref();
process.channel?.unref();
