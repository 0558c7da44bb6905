// Applied before the first paint: the theme, the size of the match cards, and the language with its texts.
try {
  const page = document.documentElement;
  const { dataset } = page;
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') dataset.theme = chosen;
  if (localStorage.getItem('cards') === 'large') dataset.cards = 'large';
  const wanted = [localStorage.getItem('language'), ...navigator.languages].map((tag) =>
    tag?.slice(0, 2).toLowerCase(),
  );
  page.lang = wanted.find((tag) => ['en', 'de', 'es'].includes(tag)) ?? 'en';
  const files = JSON.parse(document.querySelector('meta[name=texts]')?.content ?? '{}')[page.lang];
  for (const href of files ? [files.home, files.others] : [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
} catch {}
