/** Seeds that failed once, by case. Each run plays them first. */
export const RECORDED_SEEDS: Readonly<Record<string, readonly number[]>> = {};
