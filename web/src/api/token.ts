/** Spec §7: the bearer credential is stored under this name. */
const key = 'token';

export const readToken = (): string | null => localStorage.getItem(key);
export const writeToken = (token: string): void => localStorage.setItem(key, token);
export const removeToken = (): void => localStorage.removeItem(key);
