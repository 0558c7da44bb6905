import { randomBytes } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';
import { kept } from '../state/kept.ts';

const REMEMBERED = 200;

/** A received email, parsed. */
export type Mail = {
  readonly id: string;
  readonly receivedAt: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly bytes: number }[];
};

export type Mailbox = {
  readonly receive: (
    raw: Uint8Array,
    envelope: { readonly from: string; readonly to: readonly string[] },
    now: number,
  ) => Promise<Mail>;
  /** Newest first. */
  readonly all: () => readonly Mail[];
  readonly find: (id: string) => Mail | undefined;
  readonly empty: () => void;
};

/** Keeps the last 200 emails. Recipients are those of the envelope, so blind copies are included. */
export function openMailbox(folder: string | null): Mailbox {
  const file = kept<readonly Mail[]>(folder, 'mail', []);
  return {
    receive: async (raw, envelope, now) => {
      const parsed = await PostalMime.parse(raw);
      const mail: Mail = {
        id: randomBytes(8).toString('hex'),
        receivedAt: now,
        from: named(parsed.from) || envelope.from,
        to: envelope.to,
        subject: parsed.subject ?? '(no subject)',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
        attachments: parsed.attachments.map((each) => ({
          name: each.filename ?? 'unnamed',
          bytes: sizeOf(each.content),
        })),
      };
      file.set([...file.get(), mail].slice(-REMEMBERED));
      return mail;
    },
    all: () => file.get().toReversed(),
    find: (id) => file.get().find((mail) => mail.id === id),
    empty: () => file.set([]),
  };
}

function named(address: Address | undefined): string {
  if (!address) return '';
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}

const sizeOf = (content: ArrayBuffer | Uint8Array | string): number =>
  typeof content === 'string' ? content.length : content.byteLength;
