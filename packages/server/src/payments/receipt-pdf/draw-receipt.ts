/** Draws the PDF of a receipt on A4. Runs in a thread of its own. */
import type { LoadedFont } from './fonts.ts';
import { type Color, Paper, pageSize } from './paper.ts';
import type { ReceiptContent } from './receipt-content.ts';

const margin = 56;
const width = pageSize.width - 2 * margin;
const columnGap = 28;
const columnWidth = (width - columnGap) / 2;
const labelWidth = 120;
/** What follows the sides is not split between pages. */
const lastStartY = 560;
const ink: Color = [0.08, 0.09, 0.11];
const muted: Color = [0.33, 0.36, 0.42];
const faint: Color = [0.82, 0.84, 0.87];

export function drawReceipt(content: ReceiptContent, fonts: readonly LoadedFont[]): Buffer {
  const { title, warning, details, issuedAt } = content;
  const paper = new Paper(fonts);
  let y = paper.write(title, { x: margin, y: margin, width, size: 22, color: ink });
  if (warning !== null) y = paper.write(warning, { x: margin, y: y + 6, width, color: muted });
  y = drawSides(paper, content, y + 28);
  if (y > lastStartY) {
    paper.nextPage();
    y = margin;
  }
  y = drawTable(paper, content, y + 28) + 20;
  for (const [label, value] of details) {
    paper.write(label, { x: margin, y, width: labelWidth, color: muted });
    const place = { x: margin + labelWidth, y, width: width - labelWidth, color: ink };
    y = paper.write(value, place) + 4;
  }
  // The time of the issue: the same receipt is the same file.
  return paper.end({ title, createdAt: issuedAt });
}

function drawSides(paper: Paper, { sides }: ReceiptContent, top: number): number {
  const ends = sides.map(({ title, lines }, index) => {
    const x = margin + index * (columnWidth + columnGap);
    let y = paper.write(title, { x, y: top, width: columnWidth, color: muted });
    for (const line of lines) y = paper.write(line, { x, y, width: columnWidth, color: ink });
    return y;
  });
  return Math.max(...ends);
}

function drawTable(paper: Paper, { description, amount }: ReceiptContent, top: number): number {
  const rule = (y: number) => paper.rule({ x: margin, y, width, color: faint });
  const row = (left: string, right: string, y: number, color: Color) => {
    const place = { x: margin, y: y + 8, width, color };
    paper.write(left, place);
    const end = paper.write(right, { ...place, isRight: true }) + 6;
    rule(end);
    return end;
  };
  rule(top);
  const head = row('Description', 'Amount', top, muted);
  return row('Total paid', amount, row(description, amount, head, ink), ink);
}
