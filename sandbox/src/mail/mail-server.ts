import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const LARGEST_MAIL = 5_000_000;

/** An SMTP server that accepts all email, with or without a login, and delivers it to the inbox page. */
export async function startMailServer(
  mailbox: Mailbox,
  where: { readonly port: number; readonly host: string; readonly now: () => number },
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'Touchline sandbox',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    // A pooled connection of the product must not delay closing.
    closeTimeout: 300,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (error) => done(error));
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('The mail is too large.'), { responseCode: 552 }));
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) };
        mailbox.receive(Buffer.concat(chunks), envelope, where.now()).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => process.stderr.write(`sandbox mail: ${error.message}\n`));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : where.port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
