/** To the second, in the reader's own time zone: "Nov 21, 13:00:05". */
export function stepTime(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? 'Invalid date' : format.format(at);
}

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
