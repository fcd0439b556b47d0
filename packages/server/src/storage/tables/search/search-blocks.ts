/** The posting lists of a segment, several in a row (search/posting-block.ts). */
import { bytes, table, text } from '@hostmaster/storage';

export const searchBlocks = table('search_blocks', {
  segmentId: text(),
  /** Its number, as text. */
  block: text(),
  postings: bytes(),
});
