/** A thread that draws one PDF and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawReceipt } from './draw-receipt.ts';
import { loadFonts } from './fonts.ts';
import { type ReceiptContent, textsOf } from './receipt-content.ts';

const content = workerData as ReceiptContent;
parentPort?.postMessage(drawReceipt(content, loadFonts(textsOf(content))));
