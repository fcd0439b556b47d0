/** The documents of a segment that are on all lists, in ascending order, from one number on. */
import { documentsMax, hasBit, isBitmap, type PostingList } from './posting-block.ts';

export function intersect(
  lists: readonly PostingList[],
  { from, limit }: { readonly from: number; readonly limit: number },
): number[] {
  const bitmaps = lists.filter(isBitmap);
  const short = lists.filter((list): list is Uint16Array => !isBitmap(list));
  const [driver, ...others] = short.toSorted((a, b) => a.length - b.length);
  const places = others.map(() => 0);
  const found: number[] = [];
  const isOnAll = (number: number) =>
    others.every((list, index) => {
      const place = placeOf(list, number, places[index] ?? 0);
      places[index] = place;
      return list[place] === number;
    }) && bitmaps.every((bitmap) => hasBit(bitmap, number));
  if (driver !== undefined) {
    for (let index = placeOf(driver, from, 0); index < driver.length; index += 1) {
      const number = driver[index] ?? 0;
      if (!isOnAll(number)) continue;
      found.push(number);
      if (found.length === limit) break;
    }
    return found;
  }
  for (let number = from; number < documentsMax && found.length < limit; number += 1) {
    if ((number & 7) === 0 && isByteEmpty(bitmaps, number >> 3)) number += 7;
    else if (isOnAll(number)) found.push(number);
  }
  return found;
}

function isByteEmpty(bitmaps: readonly Uint8Array[], index: number): boolean {
  let byte = 255;
  for (const bitmap of bitmaps) byte &= bitmap[index] ?? 0;
  return byte === 0;
}

/** The index of the first number that is not smaller. */
function placeOf(list: Uint16Array, number: number, from: number): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
