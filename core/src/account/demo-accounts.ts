/** The accounts that a sandbox gets. Their password is published, so nothing real may ever run beside them. */
export const demoEmails = ['bettor@touchline.test', 'admin@touchline.test', 'auditor@touchline.test'] as const;
