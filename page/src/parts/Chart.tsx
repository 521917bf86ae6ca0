import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { isDark } from '../shell/theme';
import { clockTime } from '../time/words';

interface Line {
  label: string;
  /** The name of a colour of tokens.css, without its dashes. */
  colour: string;
  bars?: boolean;
  /** How a value is written in the legend and at the axis. */
  words: (value: number) => string;
}

interface Properties {
  /** What the chart shows, for those who do not see it. */
  label: string;
  times: number[];
  lines: Line[];
  values: (number | null)[][];
  /** What the legend says at a place, where it is not the value that is drawn. */
  said?: (number | null)[][];
  height?: number;
}

const AXIS = 44;

/** Steps of the axis: counts and milliseconds are whole, and so is what stands beside its lines. */
const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** The axis is as wide as its longest word needs; the font is 11 pixels high. */
function axisWidth(words: string[] | null): number {
  return Math.max(AXIS, 18 + 6.5 * Math.max(0, ...(words ?? []).map((word) => word.length)));
}

/** A value between two gaps has no line; it is drawn as a point, so that it is seen at all. */
function alone(values: ArrayLike<number | null | undefined>): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    if (values[place] != null && values[place - 1] == null && values[place + 1] == null) {
      places.push(place);
    }
  }
  return places;
}

/** A chart over time; drawn by uPlot, in the colours of the page. */
export function Chart({ label, times, lines, values, said = values, height = 148 }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = [times, ...values] as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;
  const words = useRef(said);
  words.current = said;
  const dark = isDark.value;

  useEffect(() => {
    const box = place.current;
    if (box === null) {
      return undefined;
    }
    const drawn = new uPlot(options(box, lines, words, height), latest.current, box);
    plot.current = drawn;
    // What it says follows the mouse; the chart's label says the rest.
    drawn.root.querySelector('.u-legend')?.setAttribute('aria-hidden', 'true');
    const watch = new ResizeObserver(() => drawn.setSize({ width: box.clientWidth, height }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      drawn.destroy();
      plot.current = null;
    };
    // Colours are read when it is made; new values are handed to what is there.
  }, [dark, height]);

  useEffect(() => {
    plot.current?.setData(data);
  }, [times, values]);

  return <div class="chart" role="img" aria-label={label} ref={place} />;
}

function options(box: HTMLElement, lines: Line[], said: { current: (number | null)[][] }, height: number): uPlot.Options {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string): string => colours.getPropertyValue(`--${name}`).trim();
  const font = `11px ${colours.getPropertyValue('--font')}`;
  const words = lines[0]?.words ?? String;
  const axis: uPlot.Axis = {
    stroke: colour('ink-faint'),
    font,
    grid: { show: false },
    ticks: { show: false },
  };
  return {
    width: box.clientWidth,
    height,
    padding: [8, 18, 0, 0],
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    legend: { live: true },
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(high ?? 1, 1) * 1.08] } },
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map((tick) => clockTime(tick * 1000)), space: 64, size: 26 },
      {
        ...axis,
        size: (_plot, words) => axisWidth(words),
        space: 36,
        incrs: STEPS,
        grid: { show: true, stroke: colour('line'), width: 1 },
        values: (_plot, ticks) => ticks.map((tick) => words(tick)),
      },
    ],
    series: [
      { value: (_plot, at) => (at === null ? '' : clockTime(at * 1000)), label: 'at' },
      ...lines.map((line, place): uPlot.Series => {
        const paint = colour(line.colour);
        return {
          label: line.label,
          stroke: paint,
          width: line.bars ? 0 : 1.75,
          points: line.bars ? { show: false } : { size: 4, fill: paint, filter: (plot, series) => alone(plot.data[series] ?? []) },
          value: (_plot, _value, _series, index) => {
            const value = index === null ? null : said.current[place]?.[index];
            return value === null || value === undefined ? '' : line.words(value);
          },
          ...(line.bars
            ? { fill: paint, paths: uPlot.paths.bars?.({ size: [0.72, 14], radius: 0.15 }) }
            : { paths: uPlot.paths.linear?.() }),
        };
      }),
    ],
  };
}
