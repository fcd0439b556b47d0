// Runs before anything is painted, so that a chosen theme never flashes. src/app/theme.ts writes it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off: the system decides.
  }
})();
