/** Where root keeps what the `postgres` account must reach when the checkout lies in a closed folder. */
export const SYSTEM_FOLDER = '/var/lib/touchline';
