// Dice that are rolled in the browser.

/** Roll a die, without the bias of a plain remainder. @param {number} sides */
function randomFace(sides) {
  const sample = new Uint32Array(1);
  const end = Math.floor(4294967296 / sides) * sides;
  do crypto.getRandomValues(sample);
  while (sample[0] >= end);
  return (sample[0] % sides) + 1;
}

/** @param {number} count @param {number} [sides] */
export const throwDice = (count, sides = 6) =>
  Array.from({ length: count }, () => randomFace(sides));
