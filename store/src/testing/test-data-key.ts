import { type DataKey, readDataKey } from '../sealed.ts';

const text = 'dGhlIGRhdGEga2V5IG9mIHRoZSB0ZXN0cywgMzIgYnk=';
const key = readDataKey(text);
if (!key) throw new Error(`${text} is no data key`);

/** The key of every test that does not change keys. */
export const testDataKey: DataKey = key;
