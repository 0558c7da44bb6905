import { type Answer, answer } from '../http/answer.ts';

/** An error of the payment API; `field` names the invalid field. */
export type Problem = {
  readonly status: 400 | 401 | 404 | 409 | 422;
  readonly detail: string;
  readonly field?: string;
};

const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
} as const satisfies Record<Problem['status'], string>;

export const invalid = (field: string, detail: string): Problem => ({ status: 422, detail, field });
export const isProblem = (value: object): value is Problem =>
  'status' in value && 'detail' in value && typeof value.status === 'number';

export function problemAnswer(problem: Problem): Answer {
  const { status, detail, field } = problem;
  const documentation = { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' };
  return hal(status, {
    status,
    title: TITLES[status],
    detail,
    ...(field === undefined ? {} : { field }),
    _links: { documentation },
  });
}

export const hal = (status: number, value: unknown): Answer =>
  answer(status, JSON.stringify(value), { 'content-type': 'application/hal+json; charset=utf-8' });
