/**
 * How V8 keeps memory. Memory is worth more than the time to collect garbage: a small machine runs the
 * whole service.
 */
import { setFlagsFromString } from 'node:v8';

export function applyHeapRules(): void {
  // Collects garbage when the heap has grown by half; by default it may grow to four times its size.
  setFlagsFromString('--heap-growing-percent=50');
  // Under load V8 guesses that objects of requests live long, since those under way outlive a collection
  // of young objects. It then keeps 4 kB of each request among the old objects: young ones take ten times
  // as long to collect, and all objects are marked again every two seconds.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
