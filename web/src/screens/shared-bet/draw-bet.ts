import { betText } from '@touchline/core/betting';
import type { SharedBet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { legStatusText, statusOf } from '../../bets/bet-texts.ts';
import { scoreText } from '../../bets/leg-moment.ts';
import { dollarsText } from '../../ui/money.tsx';
import { toastError, toastMs } from '../../ui/toast.ts';

const width = 1_200;
const margin = 64;
const legHeight = 92;
const headHeight = 190;
const footHeight = 150;
const colours = { ground: '#0b1f17', line: '#1f4636', text: '#f3faf6', muted: '#9fc2b2', accent: '#4ade80' };
const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;

/** Draws a shared bet as a picture of 1,200 pixels' width and downloads it. */
export async function savePicture(bet: SharedBet, priceText: (odds: number) => string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = headHeight + bet.matches.length * legHeight + footHeight;
  const context = canvas.getContext('2d');
  if (context) drawBet(context, bet, priceText);
  const picture = context && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png')));
  if (!picture) {
    toastError(t('This browser cannot draw the picture.'), toastMs.usual);
    return;
  }
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = 'touchline-bet.png';
  link.click();
  URL.revokeObjectURL(address);
}

function drawBet(context: CanvasRenderingContext2D, bet: SharedBet, priceText: (odds: number) => string): void {
  const { height } = context.canvas;
  const write = (text: string, x: number, y: number, { of, colour = colours.text, isRight = false }: Writing) => {
    context.font = of;
    context.fillStyle = colour;
    context.textAlign = isRight ? 'right' : 'left';
    context.fillText(text, x, y, width - margin - (isRight ? 0 : x));
  };
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  write('Touchline', margin, 76, { of: font(30, 700), colour: colours.accent });
  write(statusOf(bet).text, width - margin, 76, { of: font(30, 600), isRight: true });
  write(betText(bet), margin, 140, { of: font(40, 700) });
  for (const [at, leg] of bet.matches.entries()) {
    const { odds, status, score } = leg;
    const top = headHeight + at * legHeight;
    context.fillStyle = colours.line;
    context.fillRect(margin, top, width - 2 * margin, 2);
    write(shortened(selectionText(leg)), margin, top + 44, { of: font(32, 600) });
    write(priceText(odds), width - margin, top + 44, { of: font(32, 700), isRight: true });
    const result = score ? ` · ${scoreText(score)}` : '';
    write(`${matchNameText(leg)}${result}`, margin, top + 78, { of: font(24), colour: colours.muted });
    write(legStatusText(status), width - margin, top + 78, { of: font(24), colour: colours.muted, isRight: true });
  }
  const foot = height - footHeight + 56;
  write(t('Total odds {odds}', { odds: priceText(bet.totalOdds) }), margin, foot, {
    of: font(32, 700),
    colour: colours.accent,
  });
  if (bet.amounts) {
    const { stake, payout, potentialPayout } = bet.amounts;
    const paid =
      payout === null
        ? t('{stake} can pay {amount}', { stake: dollarsText(stake), amount: dollarsText(potentialPayout) })
        : t('{stake} paid {amount}', { stake: dollarsText(stake), amount: dollarsText(payout) });
    write(paid, width - margin, foot, { of: font(32, 700), isRight: true });
  }
  write(location.host + location.pathname, margin, foot + 52, { of: font(24), colour: colours.muted });
}

type Writing = { readonly of: string; readonly colour?: string; readonly isRight?: boolean };
const shortened = (text: string): string => (text.length > 58 ? `${text.slice(0, 57)}…` : text);
