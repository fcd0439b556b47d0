/** "1 hour", "5 min", "1 h 30 min", "90 s". */
export function describeTtl(seconds: number): string {
  if (seconds === 86_400) return '1 day';
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (seconds % 60 !== 0) return `${seconds} s`;
  if (minutes === 0) return hours === 1 ? '1 hour' : `${hours} hours`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
