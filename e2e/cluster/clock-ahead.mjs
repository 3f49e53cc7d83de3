// Loaded before the server: its clock runs ahead, so that what takes ten minutes is seen in seconds.
const now = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => now() + aheadMs;
