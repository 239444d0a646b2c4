/** The line that Enter has just ended, when an earlier line says the same; null otherwise. Sounds a low tone then. */
export function scannedAgain(text: string, cursor: number): string | null {
  const before = text.slice(0, cursor).split('\n')
  const line = (before.pop() ?? '').trim()
  if (line === '' || !before.some((earlier) => earlier.trim() === line)) return null
  sound()
  return line
}

function sound(): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.1
  tone.frequency.value = 220
  tone.connect(volume).connect(audio.destination)
  tone.onended = () => void audio.close()
  tone.start()
  tone.stop(audio.currentTime + 0.15)
}
