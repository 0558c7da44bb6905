import { hash } from 'node:crypto';

/** An id that follows from a text (UUID version 8 over SHA-256): the same request gets the same id on every node. */
export function keyedId(text: string): string {
  const hex = hash('sha256', text, 'hex');
  const variant = variants.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The digit that begins with the two bits of every UUID, by its other two. */
const variants = '89ab';
