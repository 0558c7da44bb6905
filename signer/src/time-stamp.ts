import { hash as digest, randomBytes, verify, X509Certificate } from 'node:crypto';
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { type Instant, instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { Set as AsnSet, fromBER, ObjectIdentifier } from 'asn1js';

/** A question to a time-stamping authority (RFC 3161). Its answer has to repeat hash and nonce. */
export type StampQuery = { readonly bytes: Buffer; readonly hash: Buffer; readonly nonce: Buffer };

/** What an authority signed: that the text of the query existed at this time. */
export type Stamp = { readonly authority: string; readonly at: Instant };

const sha256 = '2.16.840.1.101.3.4.2.1';

export function stampQuery(text: string): StampQuery {
  const hash = digest('sha256', text, 'buffer');
  const nonce = randomBytes(16);
  // DER writes a positive number without leading zeros.
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f);
  const request = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256, parameters: null }),
      hashedMessage: new OctetString(hash),
    }),
    nonce: toArrayBuffer(nonce),
    certReq: true,
  });
  return { bytes: Buffer.from(AsnConvert.serialize(request)), hash, nonce };
}

/** Checks an authority's answer (DER) against the query, and that its certificate leads to one of `roots`. The refusal is a sentence. */
export function checkStamp(
  answer: Buffer,
  query: Pick<StampQuery, 'hash' | 'nonce'>,
  roots: readonly X509Certificate[],
): Result<Stamp, string> {
  try {
    return stampIn(answer, query, roots);
  } catch {
    return refused('It sent no RFC 3161 answer.');
  }
}

function stampIn(
  answer: Buffer,
  { hash, nonce }: Pick<StampQuery, 'hash' | 'nonce'>,
  roots: readonly X509Certificate[],
): Result<Stamp, string> {
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp);
  if ((status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) || !timeStampToken) {
    const why = status.statusString?.join(' ') ?? 'no reason given';
    return refused(`It refused (status ${status.status}): ${why}`);
  }
  const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo);
  const signed = AsnConvert.parse(content, SignedData);
  const { eContentType, eContent } = signed.encapContentInfo;
  const text = eContent?.single && Buffer.from(eContent.single.buffer);
  if (contentType !== id_signedData || eContentType !== id_ct_tstInfo || !text)
    return refused('It sent no time-stamp token.');

  const info = AsnConvert.parse(text, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== sha256 || !Buffer.from(hashedMessage.buffer).equals(hash))
    return refused('Its token is about another text.');
  if (!info.nonce || !Buffer.from(info.nonce).equals(nonce)) return refused('Its token answers another query.');

  const certificates = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))] : [],
  );
  const [signer, another] = signed.signerInfos;
  if (!signer || another) return refused('Its token does not have exactly one signature.');
  const certificate = certificates.find((one) => namesCertificate(signer, one));
  if (!certificate) return refused('Its token does not contain the certificate that signed it.');
  if (!isSignedBy(signer, certificate, text)) return refused('The signature of its token is not valid.');
  if (certificate.keyUsage?.join() !== timeStamping) return refused('Its certificate is not one for time-stamping.');
  if (!leadsToRoot(certificate, { certificates, roots, at: info.genTime }))
    return refused(
      'Its certificate does not lead to a root in TIMESTAMP_ROOTS, or is not valid at the time of the token.',
    );
  const authority = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ');
  return ok({ authority, at: instant(info.genTime.getTime()) });
}

/** The only purpose that the certificate of an authority may have. */
const timeStamping = '1.3.6.1.5.5.7.3.8';
const attributes = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const digestNames: Readonly<Record<string, string>> = {
  [sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The value of a signed attribute that occurs once. */
function attributeOf({ signedAttrs = [] }: SignerInfo, type: string): Buffer | undefined {
  const [found, another] = signedAttrs.filter(({ attrType }) => attrType === type);
  const [value] = found?.attrValues ?? [];
  return value === undefined || another ? undefined : Buffer.from(value);
}

/** Whether the signed attributes name this certificate by its hash (RFC 5035). */
function namesCertificate(signer: SignerInfo, { raw }: X509Certificate): boolean {
  const named = attributeOf(signer, attributes.signingCertificateV2);
  if (named) return ['sha256', 'sha384', 'sha512'].some((name) => named.includes(digest(name, raw, 'buffer')));
  return attributeOf(signer, attributes.signingCertificate)?.includes(digest('sha1', raw, 'buffer')) ?? false;
}

function isSignedBy(signer: SignerInfo, { publicKey }: X509Certificate, text: Buffer): boolean {
  const name = digestNames[signer.digestAlgorithm.algorithm];
  const [type, hashed] = [attributeOf(signer, attributes.contentType), attributeOf(signer, attributes.messageDigest)];
  if (!name || !type || !hashed) return false;
  if (!type.equals(Buffer.from(new ObjectIdentifier({ value: id_ct_tstInfo }).toBER()))) return false;
  if (!Buffer.from(AsnConvert.parse(hashed, OctetString).buffer).equals(digest(name, text, 'buffer'))) return false;
  // The attributes are signed as a set of its own, in the order of DER (RFC 5652, 5.4).
  const members = (signer.signedAttrs ?? []).map((attribute) => Buffer.from(AsnConvert.serialize(attribute)));
  const value = members.toSorted(Buffer.compare).map((member) => fromBER(member).result);
  const signed = Buffer.from(new AsnSet({ value }).toBER());
  return verify(
    publicKey.asymmetricKeyType === 'ed25519' ? null : name,
    signed,
    publicKey,
    Buffer.from(signer.signature.buffer),
  );
}

/** How many certificates may lie between the authority's and the root. */
const longestPath = 4;

function leadsToRoot(
  certificate: X509Certificate,
  known: {
    readonly certificates: readonly X509Certificate[];
    readonly roots: readonly X509Certificate[];
    readonly at: Date;
  },
  left = longestPath,
): boolean {
  const { certificates, roots, at } = known;
  if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo)) return false;
  if (roots.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
  if (left === 0) return false;
  return [...roots, ...certificates].some(
    (issuer) =>
      issuer.ca &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      leadsToRoot(issuer, known, left - 1),
  );
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;
