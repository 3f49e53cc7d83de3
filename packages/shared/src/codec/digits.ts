/** Alphabet of the numbers of TextWriter. The last digit of a number is one of these 62, and marks its end. */
export const LAST_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/**
 * Each digit before the last one is one of these 30. Both alphabets together are all printable ASCII characters except
 * the space, the quotation mark and the backslash. So neither JSON nor an event stream escapes a digit.
 */
export const LEADING_DIGITS = "!#$%&'()*+,-./:;<=>?@[]^_`{|}~";
