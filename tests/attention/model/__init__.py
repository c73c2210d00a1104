"""Tests of the language model: readers, tokenizer, forward pass, generation."""
