/** A bookmaker: its regions, how often it quotes a match, and its overround (1 = fair) with the usual spread. */
export type Bookmaker = {
  readonly key: string;
  readonly title: string;
  readonly regions: readonly string[];
  readonly carries: number;
  readonly overround: number;
  readonly overroundSpread: number;
  readonly totalsOverround: number;
  /** The share of matches with a lower overround on totals. */
  readonly totalsOffer?: { readonly share: number; readonly overround: number };
  readonly opinion: number;
  readonly steps: 'board' | 'fine';
  readonly exchange: 'no' | 'yes';
};

/** An exchange in play: medians of 33 matches, sampled every 32 s. How far the lay price is above the back price. */
export const EXCHANGE_IN_PLAY = { overround: 1.0197, laySpread: 0.0476 } as const;
export const EXCHANGE_LAY_SPREAD = 0.025;

/** Overrounds of bet365 and Pinnacle are the means of five seasons of real opening prices; the others are our estimates. */
export const BOOKMAKERS: readonly Bookmaker[] = [
  {
    key: 'bet365',
    title: 'Bet365',
    regions: ['uk', 'eu'],
    carries: 1,
    overround: 1.0546,
    overroundSpread: 0.0055,
    totalsOverround: 1.0532,
    totalsOffer: { share: 0.15, overround: 1.027 },
    opinion: 0.02,
    steps: 'board',
    exchange: 'no',
  },
  {
    key: 'pinnacle',
    title: 'Pinnacle',
    regions: ['eu'],
    carries: 1,
    overround: 1.0309,
    overroundSpread: 0.0055,
    totalsOverround: 1.031,
    opinion: 0.014,
    steps: 'fine',
    exchange: 'no',
  },
  {
    key: 'williamhill',
    title: 'William Hill',
    regions: ['uk', 'eu'],
    carries: 0.9,
    overround: 1.062,
    overroundSpread: 0.019,
    totalsOverround: 1.067,
    opinion: 0.03,
    steps: 'board',
    exchange: 'no',
  },
  {
    key: 'unibet_eu',
    title: 'Unibet',
    regions: ['eu'],
    carries: 0.92,
    overround: 1.055,
    overroundSpread: 0.019,
    totalsOverround: 1.061,
    opinion: 0.03,
    steps: 'fine',
    exchange: 'no',
  },
  {
    key: 'betfair_ex_eu',
    title: 'Betfair',
    regions: ['eu'],
    carries: 1,
    overround: 1.01,
    overroundSpread: 0.016,
    totalsOverround: 1.014,
    opinion: 0.012,
    steps: 'fine',
    exchange: 'yes',
  },
];

export const bookmakerTitle = (key: string): string => BOOKMAKERS.find((each) => each.key === key)?.title ?? key;
