/** How a bookmaker quotes: its regions, how often it carries a match, and its overround (1 = fair) with the usual spread. */
export type Bookmaker = {
  readonly key: string;
  readonly title: string;
  readonly regions: readonly string[];
  readonly carries: number;
  readonly overround: number;
  readonly overroundSpread: number;
  readonly totalsOverround: number;
  readonly opinion: number;
  readonly steps: 'board' | 'fine';
  readonly exchange: 'no' | 'yes';
};

/** An exchange in play: medians of 33 matches, looked at every 32 s. The lay price is so much above the back price. */
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
    totalsOverround: 1.0492,
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
    opinion: 0.01,
    steps: 'fine',
    exchange: 'no',
  },
  {
    key: 'williamhill',
    title: 'William Hill',
    regions: ['uk', 'eu'],
    carries: 0.9,
    overround: 1.058,
    overroundSpread: 0.007,
    totalsOverround: 1.055,
    opinion: 0.025,
    steps: 'board',
    exchange: 'no',
  },
  {
    key: 'unibet_eu',
    title: 'Unibet',
    regions: ['eu'],
    carries: 0.92,
    overround: 1.052,
    overroundSpread: 0.007,
    totalsOverround: 1.053,
    opinion: 0.025,
    steps: 'fine',
    exchange: 'no',
  },
  {
    key: 'betfair_ex_eu',
    title: 'Betfair',
    regions: ['eu'],
    carries: 1,
    overround: 1.012,
    overroundSpread: 0.004,
    totalsOverround: 1.014,
    opinion: 0.012,
    steps: 'fine',
    exchange: 'yes',
  },
];

export const bookmakerTitle = (key: string): string => BOOKMAKERS.find((each) => each.key === key)?.title ?? key;
