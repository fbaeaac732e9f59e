// Hands a file to the user.

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name made of words, without characters that file systems refuse. */
export function fileName(words: readonly string[], ending: string): string {
  const text = words.join(' ').replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^_+|_+$/g, '').slice(0, 60);
  return `${text === '' ? 'plot' : text}.${ending}`;
}
