/**
 * A queue whose keys take turns: a key with many items waits for itself, not the others for it.
 *
 * The lines of the keys are a ring. Taking turns by deleting from a Map and adding to it again would
 * leave a chain of tables behind, which V8 keeps until it collects all of its memory.
 */
export class FairQueue<T> {
  #lines = new Map<string, Line<T>>();
  /** The line that had its turn; it is the turn of the next one. */
  #last: Line<T> | null = null;

  get keyCount(): number {
    return this.#lines.size;
  }

  countOf(key: string): number {
    return this.#lines.get(key)?.items.length ?? 0;
  }

  add(key: string, item: T): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#append(new Line(key, item));
    else line.items.push(item);
  }

  /** False when it is not in the queue. */
  remove(key: string, item: T): boolean {
    const line = this.#lines.get(key);
    const index = line?.items.indexOf(item) ?? -1;
    if (line === undefined || index === -1) return false;
    line.items.splice(index, 1);
    if (line.items.length === 0) this.#drop(line);
    return true;
  }

  /** The first item of the key whose turn it is; that key then goes to the end of the line. */
  take(): T | undefined {
    if (this.#last === null) return undefined;
    const line = this.#last.next;
    const item = line.items.shift();
    if (line.items.length === 0) this.#drop(line);
    else this.#last = line;
    return item;
  }

  #append(line: Line<T>): void {
    this.#lines.set(line.key, line);
    if (this.#last !== null) {
      line.next = this.#last.next;
      line.previous = this.#last;
      line.next.previous = line;
      this.#last.next = line;
    }
    this.#last = line;
  }

  #drop(line: Line<T>): void {
    const { next, previous } = line;
    next.previous = previous;
    previous.next = next;
    if (next === line) {
      this.#last = null;
      this.#lines = new Map();
      return;
    }
    if (this.#last === line) this.#last = previous;
    this.#lines.delete(line.key);
  }
}

class Line<T> {
  readonly key: string;
  readonly items: T[];
  next: Line<T> = this;
  previous: Line<T> = this;

  constructor(key: string, item: T) {
    this.key = key;
    this.items = [item];
  }
}
