/** Where root puts what the `postgres` account needs if the checkout is in a private folder. */
export const SYSTEM_FOLDER = '/var/lib/touchline';
