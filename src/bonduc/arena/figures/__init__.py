"""What results say: `statistics` of a match, `ratings` of many contestants, the sequential test (`sprt`), and
finished games as a `data_frame`.
"""
