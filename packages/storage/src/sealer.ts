/** Encrypts the texts of sealed columns, and decrypts them. Each store has its own. */
export interface Sealer {
  seal(text: string): string;
  open(stored: string): string;
}

/** For stores that seal nothing. */
export const noSealer: Sealer = {
  seal() {
    throw new Error('This store has no sealer.');
  },
  open() {
    throw new Error('This store has no sealer.');
  },
};
