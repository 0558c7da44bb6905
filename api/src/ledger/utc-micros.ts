/** The range that both Postgres and a four-digit year can represent. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59Z');

/** An ISO 8601 moment in UTC with six decimals, as Postgres takes it. Further decimals are cut off; the year is clamped to 1–9999. */
export function utcMicros(text: string): string {
  const decimals = /\.(\d+)/.exec(text)?.[1] ?? '';
  const second = new Date(Math.min(latestMs, Math.max(earliestMs, Date.parse(text.replace(/\.\d+/, '')))));
  return second.toISOString().replace(/\.\d+Z$/, `.${decimals.slice(0, 6).padEnd(6, '0')}Z`);
}
