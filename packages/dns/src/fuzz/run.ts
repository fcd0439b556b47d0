/** A longer fuzz run than the one in the tests: node packages/dns/src/fuzz/run.ts [count] [seed] */
import { fuzzDecoder } from './fuzz-decoder.ts';

const [count = 1_000_000, seed = Date.now() >>> 0] = process.argv.slice(2).map(Number);
const roundSize = 50_000;
const heapBytesMax = 512 * 1024 * 1024;

console.log(`fuzzing ${count} packets from seed ${seed}`);
const started = performance.now();
for (let done = 0; done < count; done += roundSize) {
  const size = Math.min(roundSize, count - done);
  const report = fuzzDecoder({ seed: seed + done, count: size });
  const { heapUsed } = process.memoryUsage();
  if (heapUsed > heapBytesMax) throw new Error(`the heap has grown to ${heapUsed} bytes`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { decoded, refused, slowestMs } = report;
  console.log(
    `${done + size} in ${seconds} s: ${decoded} read, ${refused} refused, slowest ${slowestMs.toFixed(1)} ms`,
  );
}
