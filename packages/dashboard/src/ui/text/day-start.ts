/** Midnight of a day such as `2027-01-31` in the viewer's time zone, or some days later. */
export function dayStart(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}
