export interface ChartSeries {
  /** Message key. */
  readonly name: string;
  /** Class of the colour in the stylesheet. */
  readonly tone: 's0' | 's1' | 's2';
  readonly values: readonly number[];
}

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tone: string;
  /** Which of the slots it stands in. */
  readonly slot: number;
}

export interface BarChart {
  readonly width: number;
  readonly height: number;
  /** Where the plot begins, right of the numbers. */
  readonly left: number;
  readonly bars: readonly Bar[];
  /** Lines across, each with its number. */
  readonly lines: readonly { readonly y: number; readonly value: number }[];
  /** Middle of each slot, for its label. */
  readonly slots: readonly number[];
  readonly total: number;
}

const frame = { width: 440, height: 196, left: 52, bottom: 50, top: 10 } as const;

/** The smallest even number times a power of ten that is not below: the line in the middle has a whole number too. */
function roundUp(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([2, 4, 6, 8].find((step) => step * power >= value) ?? 10) * power;
}

/** Stacked bars of one or more series over the same slots, in SVG units. */
export function barChart(series: readonly ChartSeries[]): BarChart {
  const count = series[0]?.values.length ?? 0;
  const sums = Array.from({ length: count }, (_, slot) =>
    series.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0),
  );
  const top = roundUp(Math.max(0, ...sums));
  const plot = frame.height - frame.bottom - frame.top;
  const slotWidth = (frame.width - frame.left) / Math.max(1, count);
  const bars: Bar[] = [];
  for (let slot = 0; slot < count; slot++) {
    let base = frame.height - frame.bottom;
    for (const { values, tone } of series) {
      const height = ((values[slot] ?? 0) / top) * plot;
      if (height === 0) continue;
      base -= height;
      bars.push({
        x: frame.left + (slot + 0.15) * slotWidth,
        y: base,
        width: slotWidth * 0.7,
        height,
        tone,
        slot,
      });
    }
  }
  return {
    width: frame.width,
    height: frame.height,
    left: frame.left,
    bars: bars.map((bar) => ({ ...bar, ...rounded(bar) })),
    lines: [0, 0.5, 1].map((part) => ({ y: frame.height - frame.bottom - part * plot, value: top * part })),
    slots: Array.from({ length: count }, (_, slot) => frame.left + (slot + 0.5) * slotWidth),
    total: sums.reduce((sum, value) => sum + value, 0),
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const rounded = ({ x, y, width, height }: Bar) => ({
  x: tenth(x),
  y: tenth(y),
  width: tenth(width),
  height: tenth(height),
});
