/** Something in the database that contradicts what was logged or sealed. Nothing is signed while it lasts. */
export class Difference extends Error {
  override readonly name = 'Difference';
  readonly walletId: string | undefined;
  constructor(sentence: string, walletId?: string) {
    super(sentence);
    this.walletId = walletId;
  }
}
