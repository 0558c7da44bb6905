/** The demo accounts of a sandbox. Their password is published, so they must never exist beside a real provider. */
export const demoEmails = ['bettor@touchline.test', 'admin@touchline.test', 'auditor@touchline.test'] as const;
