/** The bearer token is stored under this key. */
const key = 'token';

export const readToken = (): string | null => localStorage.getItem(key);
export const writeToken = (token: string): void => localStorage.setItem(key, token);
export const removeToken = (): void => localStorage.removeItem(key);
