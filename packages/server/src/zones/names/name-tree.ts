/**
 * Which names of a zone exist only above others. A name that nothing branches off from is not stored by
 * itself: one entry stands for a whole run of labels, so that a deep owner name costs one entry, and one
 * directly below the apex none.
 */
import { parentKey } from '../lookup.ts';

/** Measured memory of an entry in one of the maps, with the text of its key. */
const entryBytes = 120;

export class NameTree {
  readonly #apex: string;
  readonly #isOwner: (key: string) => boolean;
  /** By the topmost name of a run of two or more: its lowest, the only one that is a node. */
  readonly #runs = new Map<string, string>();
  /** Nodes are names with records, and those where names branch: how many begin directly below. */
  readonly #children = new Map<string, number>();
  /** Where the labels of a name begin; kept for the next name. */
  readonly #labels: number[] = [];

  constructor(apex: string, isOwner: (key: string) => boolean) {
    this.#apex = apex;
    this.#isOwner = isOwner;
  }

  /** Estimated size in memory. */
  get bytes(): number {
    return (this.#runs.size + this.#children.size) * entryBytes;
  }

  /** Whether the name has records or others below it. */
  exists(key: string): boolean {
    return this.#isNode(key) || (this.#runs.size > 0 && this.deepest(key) === key);
  }

  /** The name itself if it exists, else the longest one above it that does. */
  deepest(key: string): string {
    let node = this.#apex;
    for (let label = this.#findLabels(key) - 1; label >= 0; label -= 1) {
      const name = key.slice(this.#labels[label]);
      if (this.#isNode(name)) {
        node = name;
        continue;
      }
      const end = this.#runs.get(name);
      if (end === undefined) return node;
      const common = commonAncestor(end, key);
      if (common !== end) return common;
      node = end;
      label = this.#labelOf(node, { key, label });
    }
    return node;
  }

  /** An owner name that had no records before. */
  add(key: string): void {
    if (this.#children.has(key)) return;
    let node = this.#apex;
    for (let label = this.#findLabels(key) - 1; label >= 0; label -= 1) {
      const top = label === 0 ? key : key.slice(this.#labels[label]);
      if (label > 0 && this.#isNode(top)) {
        node = top;
        continue;
      }
      const end = this.#runs.get(top);
      if (end === undefined) {
        if (label > 0) this.#runs.set(top, key);
        this.#count(node, 1);
        return;
      }
      node = commonAncestor(end, key);
      if (node !== end) this.#split({ top, end, at: node });
      label = this.#labelOf(node, { key, label });
    }
  }

  /** Where each label of a name below the apex begins in its key, and how many they are. */
  #findLabels(key: string): number {
    const end = key.length - this.#apex.length;
    let count = 0;
    for (let at = 0; at < end; at += key.charCodeAt(at) + 1) {
      this.#labels[count] = at;
      count += 1;
    }
    return count;
  }

  /** The label that an ancestor of a name begins with, from one above it downwards. */
  #labelOf(
    ancestor: string,
    { key, label }: { readonly key: string; readonly label: number },
  ): number {
    const start = key.length - ancestor.length;
    let found = label;
    while (found > 0 && (this.#labels[found] ?? 0) > start) found -= 1;
    return found;
  }

  /** An owner name that has no records any more. */
  remove(key: string): void {
    let gone = key;
    while (gone !== this.#apex && !this.#isNode(gone)) {
      let node = parentKey(gone);
      while (node !== this.#apex && !this.#isNode(node)) node = parentKey(node);
      this.#runs.delete(childToward(gone, node));
      this.#count(node, -1);
      gone = node;
    }
  }

  #isNode(key: string): boolean {
    return this.#isOwner(key) || this.#children.has(key);
  }

  /** A name inside a run becomes its end, and the rest a run of its own. */
  #split({ top, end, at }: { readonly top: string; readonly end: string; readonly at: string }) {
    if (at === top) this.#runs.delete(top);
    else this.#runs.set(top, at);
    const next = childToward(end, at);
    if (next !== end) this.#runs.set(next, end);
    this.#children.set(at, 1);
  }

  #count(node: string, change: 1 | -1): void {
    if (node === this.#apex) return;
    const count = (this.#children.get(node) ?? 0) + change;
    if (count > 0) this.#children.set(node, count);
    else this.#children.delete(node);
  }
}

/** The name directly below an ancestor on the way to this one. */
function childToward(key: string, ancestor: string): string {
  let child = key;
  for (let at = parentKey(key); at.length > ancestor.length; at = parentKey(at)) child = at;
  return child;
}

/** Both are below the same apex. */
function commonAncestor(one: string, other: string): string {
  let common = one;
  let against = other;
  while (common !== against) {
    if (common.length >= against.length) common = parentKey(common);
    else against = parentKey(against);
  }
  return common;
}
