// Applied before the first paint: the theme and the size of the match cards.
try {
  const { dataset } = document.documentElement;
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') dataset.theme = chosen;
  if (localStorage.getItem('cards') === 'large') dataset.cards = 'large';
} catch {}
