/** The token counter that counts where nobody names one: that of OpenAI's models since GPT-4o. */
export const usualCounter = 'o200k_base';
