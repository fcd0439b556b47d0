/** Sizes as people read them. */
const kilobyte = 1_024;
const megabyte = kilobyte * kilobyte;

const style = { style: 'unit', maximumFractionDigits: 1 } as const;
const kilobytes = new Intl.NumberFormat(undefined, { ...style, unit: 'kilobyte' });
const megabytes = new Intl.NumberFormat(undefined, { ...style, unit: 'megabyte' });

export function formatBytes(bytes: number): string {
  return bytes >= megabyte / 10
    ? megabytes.format(bytes / megabyte)
    : kilobytes.format(bytes / kilobyte);
}
