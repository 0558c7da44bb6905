import { hash as digest, randomBytes, sign } from 'node:crypto';
import 'reflect-metadata';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  PKIFreeText,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { Set as AsnSet, fromBER, ObjectIdentifier, OctetString as Octets, Sequence } from 'asn1js';
import { answer, type Route } from '../http/answer.ts';
import { kept } from '../state/kept.ts';

/** PEM of its key (PKCS #8) and of both certificates. */
type Authority = { readonly key: string; readonly certificate: string; readonly root: string };

const sha256 = '2.16.840.1.101.3.4.2.1';
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const timeStamping = '1.3.6.1.5.5.7.3.8';
/** Of examples: no policy stands behind it. */
const policy = '1.3.6.1.4.1.32473.1';
const yearMs = 365 * 86_400_000;

/** A time-stamping authority (RFC 3161) with its own root certificate, which proves nothing outside of the sandbox. */
export function timeStampingRoutes(stateFolder: string | null, now: () => number): Route[] {
  const state = kept<Authority | null>(stateFolder, 'time-stamping', null);
  let made: Promise<Authority> | undefined;
  const authority = (): Promise<Authority> => {
    made ??= Promise.resolve(state.get() ?? makeAuthority(now())).then((value) => {
      if (state.get() === null) state.set(value);
      return value;
    });
    return made;
  };
  return [
    {
      method: 'GET',
      path: '/timestamp/roots.pem',
      run: async () => answer(200, (await authority()).root, { 'content-type': 'application/x-pem-file' }),
    },
    {
      method: 'POST',
      path: '/timestamp',
      run: async ({ bytes, headers }) => {
        if (headers['content-type'] !== 'application/timestamp-query')
          return answer(415, 'The content type has to be application/timestamp-query.', {
            'content-type': 'text/plain',
          });
        const reply = stamp(bytes, await authority(), now());
        return {
          kind: 'bytes',
          headers: { 'content-type': 'application/timestamp-reply', 'cache-control': 'no-store' },
          body: new Uint8Array(AsnConvert.serialize(reply)),
        };
      },
    },
  ];
}

async function makeAuthority(now: number): Promise<Authority> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const generate = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [rootKeys, keys] = [await generate(), await generate()];
  const dates = { notBefore: new Date(now - yearMs), notAfter: new Date(now + 20 * yearMs) };
  const serial = () => `4${randomBytes(15).toString('hex').slice(1)}`;
  const root = await X509CertificateGenerator.createSelfSigned({
    ...dates,
    name: 'CN=Sandbox time-stamping root',
    serialNumber: serial(),
    keys: rootKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    ...dates,
    subject: 'CN=Sandbox time-stamping authority',
    issuer: root.subject,
    serialNumber: serial(),
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([timeStamping], true),
    ],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, certificate: certificate.toString('pem'), root: root.toString('pem') };
}

function stamp(query: Uint8Array, { key, certificate, root }: Authority, now: number): TimeStampResp {
  const refuse = (why: string) =>
    new TimeStampResp({
      status: new PKIStatusInfo({ status: PKIStatus.rejection, statusString: new PKIFreeText([why]) }),
    });
  let asked: TimeStampReq;
  try {
    asked = AsnConvert.parse(query, TimeStampReq);
  } catch {
    return refuse('This is no time-stamp request.');
  }
  const { messageImprint, nonce, certReq } = asked;
  if (messageImprint.hashAlgorithm.algorithm !== sha256) return refuse('Only SHA-256 is stamped.');
  const info = new TSTInfo({
    policy,
    messageImprint,
    serialNumber: positive(),
    genTime: new Date(now),
    ...(nonce && { nonce }),
  });
  const text = Buffer.from(AsnConvert.serialize(info));
  const own = AsnConvert.parse(new X509Certificate(certificate).rawData, Certificate);
  const attribute = (attrType: string, value: ArrayBuffer) => new Attribute({ attrType, attrValues: [value] });
  const certificateHash = digest('sha256', Buffer.from(new X509Certificate(certificate).rawData), 'buffer');
  const signedAttrs = [
    attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: id_ct_tstInfo }).toBER()),
    attribute('1.2.840.113549.1.9.4', AsnConvert.serialize(new OctetString(digest('sha256', text, 'buffer')))),
    // SigningCertificateV2 (RFC 5035).
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      sequence(sequence(sequence(new Octets({ valueHex: certificateHash })))).toBER(),
    ),
  ].toSorted((a, b) => Buffer.compare(Buffer.from(AsnConvert.serialize(a)), Buffer.from(AsnConvert.serialize(b))));
  const digestAlgorithm = new AlgorithmIdentifier({ algorithm: sha256 });
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: own.tbsCertificate.issuer,
        serialNumber: own.tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm,
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signature: new OctetString(sign('sha256', setOf(signedAttrs), key)),
  });
  const shown = certReq ? [certificate, root] : [];
  const signed = new SignedData({
    version: 3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(text) }),
    }),
    certificates: new CertificateSet(
      shown.map(
        (pem) =>
          new CertificateChoices({ certificate: AsnConvert.parse(new X509Certificate(pem).rawData, Certificate) }),
      ),
    ),
    signerInfos: new SignerInfos([signer]),
  });
  return new TimeStampResp({
    status: new PKIStatusInfo({ status: PKIStatus.granted }),
    timeStampToken: new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) }),
  });
}

const sequence = (member: Sequence | Octets): Sequence => new Sequence({ value: [member] });
const positive = (): ArrayBuffer => Uint8Array.of(0x40, ...randomBytes(15)).buffer;

/** The attributes as they are signed: a set in the order of DER. */
const setOf = (signed: readonly Attribute[]): Buffer =>
  Buffer.from(new AsnSet({ value: signed.map((one) => fromBER(AsnConvert.serialize(one)).result) }).toBER());
