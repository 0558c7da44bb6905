export { errorFacts } from './error-facts.ts';
export { hideSecrets } from './hide-secrets.ts';
