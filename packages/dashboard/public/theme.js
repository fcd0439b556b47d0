// Runs before the first paint, so that a chosen theme does not flash. src/app/theme.ts stores it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is denied: the system theme applies.
  }
})();
