/** Starred leagues and teams, as `league:soccer_epl` and `team:Arsenal`. */
export const maxFavourites = 100;
export const maxFavouriteLength = 120;

export const isFavourite = (text: string): boolean =>
  /^(league|team):[^\n]+$/.test(text) && text.length <= maxFavouriteLength;
