/** A thread that draws one PDF and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../base/fairness/lower-priority.ts';
import { drawReceipt } from './draw-receipt.ts';
import { loadFonts } from './fonts.ts';
import { type ReceiptContent, textsOf } from './receipt-content.ts';

lowerPriority();
const content = workerData as ReceiptContent;
parentPort?.postMessage(drawReceipt(content, loadFonts(textsOf(content))));
