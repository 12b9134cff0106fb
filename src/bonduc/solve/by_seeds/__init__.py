"""Tables by seeds: the value of every position of a class, all cycles within it included.

A class is all boards with so many seeds; smaller classes come first, because captures lead to them.

    library, distance_library   a folder of tables: what is missing is built, what is there is verified and counted
      build                     one class: its moves sown, its values found by the way that fits the memory
        expansion               every move of every position, in chunks on all cores
          expand                the moves of one position in machine code
        in_memory, by_sweeps    the two ways to the values
          values_backward       from the exits of the class backwards, each move looked at once
          values_by_sweeps      forwards, in sweeps over all positions until nothing changes (value iteration)
        move_log, work_file     what a killed build goes on from
    tables                      what has been built, read through memory mapping
    distance                    how many moves off the end of the round is (DTE)
"""
