import { z } from 'zod';
import { ok, type Result, refused } from './result.ts';

/** Reads environment variables; empty ones count as missing. The refusal lists every problem, one sentence each. */
export function readVariables<Shape extends z.ZodType>(
  shape: Shape,
  variables: Readonly<Record<string, string | undefined>>,
): Result<z.output<Shape>, readonly string[]> {
  const present = Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== undefined && text !== ''));
  const read = shape.safeParse(present);
  if (read.success) return ok(read.data);
  return refused(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
}

export const requiredText = (what: string) => z.string({ error: `is missing: ${what}` });

export const url = (what: string, protocol: RegExp) =>
  z.url({ protocol, error: ({ input }) => (input === undefined ? `is missing: ${what}` : `is not ${what}`) });

export const number = (what: string, least: number, most: number) => {
  const problem = `is not ${what} (${least} to ${most})`;
  return z.coerce.number(problem).min(least, problem).max(most, problem);
};

export const wholeNumber = (what: string, least: number, most: number) => {
  const problem = `is not ${what} (${least} to ${most})`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem);
};

/** Adapts `read` for `transform`: a string that it returns is the problem to report. */
export const parsed =
  <Value extends object>(read: (text: string) => Value | string) =>
  (text: string, context: z.RefinementCtx): Value => {
    const value = read(text);
    if (typeof value !== 'string') return value;
    context.addIssue(value);
    return z.NEVER;
  };
