/** Formats figures with three significant digits. */

/** Formats with three significant digits: `204 ns`, `85.2 us`, `3.48 ms`, `1.20 s`. */
export function formatTime(microseconds: number): string {
  if (microseconds < 1) return `${digits(microseconds * 1000)} ns`;
  if (microseconds < 1000) return `${digits(microseconds)} us`;
  if (microseconds < 1e6) return `${digits(microseconds / 1000)} ms`;
  return `${digits(microseconds / 1e6)} s`;
}

/** Powers of 1024: `512 B`, `108 KB`, `2.41 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${digits(bytes / 1024)} KB`;
  return `${digits(bytes / 1024 ** 2)} MB`;
}

export function formatRatio(ratio: number): string {
  return `${digits(ratio)} x`;
}

function digits(value: number): string {
  const whole = Math.max(1, Math.floor(Math.log10(Math.max(value, 1))) + 1);
  return value.toFixed(Math.max(0, 3 - whole));
}
