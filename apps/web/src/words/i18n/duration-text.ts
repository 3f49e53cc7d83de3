const CHINESE_UNITS: Readonly<Record<string, string>> = { y: "年", d: "天", m: "分", s: "秒" };
const HOURS: Readonly<Record<string, string>> = { "zh-CN": "小时", "zh-TW": "小時" };

/** Translates the units of a duration as `humanDuration` and `gapText` write it: `5m30s` is `5 分 30 秒` in Chinese, and
 *  `4.8 s` is `4.8 秒`. Other values stay unchanged. */
export function durationText(value: unknown, language: string | undefined): string {
  const text = String(value);
  const hours = HOURS[language ?? ""];
  if (hours === undefined || !/^((\d+[ydhms])+|[\d.]+ s)$/.test(text)) return text;
  return text.replace(
    /([\d.]+) ?([ydhms])(?=(\d?))/g,
    (_part, count, unit, next) => `${count} ${CHINESE_UNITS[unit] ?? hours}${next === "" ? "" : " "}`,
  );
}
